"""Games on the screen: play, watch, replay."""
