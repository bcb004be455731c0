"""The named limits of free endpoints, per address and path."""
from gateway import limited
from switch import bent


def catalog_limit(world, request):
    """Catalogs and prices: 100 calls an hour for each path."""
    limited(world, request.key or request.ip if bent("catalog-limit-by-key") else request.ip, "catalog " + request.path, 100,
            3600, metadata=True)


def health_limit(world, request):
    """Health: 60 calls a minute over all its paths."""
    limited(world, request.ip, "health", 60, 60, metadata=True)


def listing_limit(world, request, name):
    """Face status and wallet listings."""
    limited(world, request.ip, name, 120, 3600)


def face_init_limit(world, request):
    """Face links."""
    limited(world, request.ip, "face init", 10, 3600)


def social_limit(world):
    """(function of the client,) for a plan."""
    return (lambda client: limited(world, client, "social", 120, 3600),)
