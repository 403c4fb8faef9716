select split_swap('sightings');
