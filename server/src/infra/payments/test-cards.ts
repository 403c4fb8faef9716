import { message, type MessageDescriptor } from '@kindred/contract'

export type Card = {
  name: string
  number: string
  /** The message that the payer sees. */
  refusal?: MessageDescriptor
  authenticates?: true
  renews?: true
  disputed?: true
}

/** The sandbox never accepts a real card. */
export const testCards: readonly Card[] = [
  { name: 'success', number: '4242424242424242', renews: true },
  { name: 'declined', number: '4000000000000002', refusal: message('Your card was declined. Please try another one.') },
  { name: 'insufficient_funds', number: '4000000000009995', refusal: message('Your card has insufficient funds.') },
  { name: 'expired', number: '4000000000000069', refusal: message('Your card has expired.') },
  { name: 'authentication', number: '4000002500003155', authenticates: true, renews: true },
  { name: 'fails_later', number: '4000000000000341' },
  { name: 'dispute', number: '4000000000000259', renews: true, disputed: true },
]

export const findCard = (nameOrNumber: string | null): Card | undefined => {
  const digits = nameOrNumber?.replaceAll(/\D/g, '')
  return testCards.find(({ name, number }) => name === nameOrNumber || number === digits)
}
