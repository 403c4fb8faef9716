select split_swap('notifications');
