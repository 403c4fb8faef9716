-- Whether what people say after dates may help the order of decks. They are told where they answer.
create view discovery_learning as select is_on as from_dates from order_outcomes;
