import { days } from '../../../infra/clock.ts'

/** Photos are duplicates if their fingerprints differ in at most this many bits. */
export const MOST_DISTANCE = 6

type Positioned = { public_id: string; position: number | null }

export const attached = <P extends Positioned>(pictures: readonly P[]): P[] =>
  pictures.filter(({ position }) => position !== null)

export const mainPicture = <P extends Positioned>(pictures: readonly P[]): P | undefined =>
  pictures.find(({ position }) => position === 0)

export const otherIds = (pictures: readonly Positioned[]): string[] =>
  attached(pictures).flatMap(({ position, public_id }) => (position === 0 ? [] : [public_id]))

const NEW_FOR = days(7)

/** Photos and voice answers of new accounts wait for a review if the operator has configured it. */
export const reviewOf = (policy: 'off' | 'new-accounts', joined: Date, now: Date): 'held' | 'shown' =>
  policy === 'new-accounts' && now.getTime() - joined.getTime() < NEW_FOR ? 'held' : 'shown'

/** A decision is applied only when it can no longer be undone. */
export type Decided = { shown: boolean; by: string; at: string; problem?: string; reason?: string }

export type TakingBack = { id: string; by: string; since: Date }

export type Settled = { account_id: string; decided: Decided }
