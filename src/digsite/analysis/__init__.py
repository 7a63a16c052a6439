"""What can be known of a position: exact odds, hints, win chances. Data only; printing is done elsewhere."""
