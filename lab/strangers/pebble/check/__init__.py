"""The list of faults and the probes that see them."""
