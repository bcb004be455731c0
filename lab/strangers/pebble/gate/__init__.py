"""The gate: state, clock, money, payment, accounts and control."""
