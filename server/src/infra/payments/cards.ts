export type Card = {
  name: string
  number: string
  /** In words, for whoever paid with it. */
  refusal?: string
  authenticates?: true
  renews?: true
  disputed?: true
}

/** The cards of the sandbox. No real card is ever taken there. */
export const cards: readonly Card[] = [
  { name: 'success', number: '4242424242424242', renews: true },
  { name: 'declined', number: '4000000000000002', refusal: 'Your card was declined. Please try another one.' },
  { name: 'insufficient_funds', number: '4000000000009995', refusal: 'Your card has insufficient funds.' },
  { name: 'expired', number: '4000000000000069', refusal: 'Your card has expired.' },
  { name: 'authentication', number: '4000002500003155', authenticates: true, renews: true },
  { name: 'fails_later', number: '4000000000000341' },
  { name: 'dispute', number: '4000000000000259', renews: true, disputed: true },
]

export const cardCalled = (given: string): Card | undefined => {
  const digits = given.replaceAll(/\D/g, '')
  return cards.find(({ name, number }) => name === given || number === digits)
}
