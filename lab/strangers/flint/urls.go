package main

import (
	"net"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// publicURL refuses everything that could reach into our own network: odd schemes, local names, private, loopback,
// link-local and mapped addresses, also in decimal or hexadecimal disguise.
func publicURL(s string, httpsOnly bool) bool {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil || len(s) > 4096 {
		return false
	}
	if u.Scheme != "https" && (httpsOnly || u.Scheme != "http") {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	ip := net.ParseIP(host)
	if ip == nil {
		if numericHost(host) || !strings.Contains(host, ".") || host == "localhost" {
			return false
		}
		for _, end := range []string{".localhost", ".local", ".internal", ".lan", ".nip.io", ".sslip.io"} {
			if strings.HasSuffix(host, end) {
				return false
			}
		}
		return true
	}
	if ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast() {
		return false
	}
	_, cgn, _ := net.ParseCIDR("100.64.0.0/10")
	return !cgn.Contains(ip) && !strings.Contains(host, "::ffff:")
}

// numericHost spots 2130706433, 0x7f000001, 0177.0.0.1 and the like.
func numericHost(h string) bool {
	for _, p := range strings.Split(h, ".") {
		if _, err := strconv.ParseUint(p, 0, 64); err != nil {
			return false
		}
	}
	return true
}

// imageType looks at the extension; a URL without one is left to the provider.
func imageType(s string) bool {
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	switch ext := strings.ToLower(path.Ext(u.Path)); ext {
	case ".gif", ".bmp", ".svg", ".tif", ".tiff", ".heic", ".avif", ".pdf", ".txt", ".html", ".mp4", ".ico", ".zip", ".exe":
		return false
	}
	return true
}

// imageBytes recognises real JPG, PNG, WEBP and GIF data.
func imageBytes(b []byte) bool {
	s := string(b[:min(len(b), 16)])
	return strings.HasPrefix(s, "\x89PNG\r\n\x1a\n") || strings.HasPrefix(s, "\xff\xd8\xff") ||
		strings.HasPrefix(s, "GIF8") || len(s) > 12 && s[:4] == "RIFF" && s[8:12] == "WEBP"
}
