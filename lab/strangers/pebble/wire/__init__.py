"""The wire: hashing, curve arithmetic, typed-data digests and HTTP."""
