"""The operations that the hosts serve, one module per area."""
