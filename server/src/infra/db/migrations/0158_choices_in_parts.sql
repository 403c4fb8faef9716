select split_swap('choices');
