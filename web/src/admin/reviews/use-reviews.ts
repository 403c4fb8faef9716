import type { Waiting, WaitingVoice } from '@kindred/contract/moderation/reviews'
import type { PhotoProblem, VoiceProblem } from '@kindred/contract/moderation/reviews'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readQuery, reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import type { Done } from './just-decided.tsx'

export type Item = { kind: 'check' | 'photo'; waiting: Waiting } | { kind: 'voice'; waiting: WaitingVoice }
export type Rejection = { problem?: PhotoProblem | VoiceProblem; reason?: string }

type Review = { shown: boolean } & { problem?: never; reason?: string }
type Calls = { decide: (body: Review) => Promise<unknown>; undo: () => Promise<unknown> }

const calls: Record<Item['kind'], (id: string) => Calls> = {
  check: (id) => ({
    decide: ({ shown }) => backOffice.decidePhotoCheck({ params: { id }, body: { accepted: shown } }),
    undo: () => backOffice.undoPhotoCheck({ params: { id } }),
  }),
  photo: (id) => ({
    decide: (body) => backOffice.reviewPicture({ params: { id }, body }),
    undo: () => backOffice.undoPictureReview({ params: { id } }),
  }),
  voice: (id) => ({
    decide: (body) => backOffice.reviewVoice({ params: { id }, body }),
    undo: () => backOffice.undoVoiceReview({ params: { id } }),
  }),
}

export function useReviews() {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<readonly Done[]>([])
  // Sent decisions leave the queue at once, and return if they fail.
  const [sent, setSent] = useState<readonly string[]>([])
  const query = useQuery(readQuery(['listWaitingPictures'], backOffice.listWaitingPictures))
  const save = (work: () => Promise<unknown>) => {
    setProblem(undefined)
    work()
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => void reload(queryClient, 'listWaitingPictures', 'getWorkQueue'))
  }
  const forget = ({ id }: Pick<Done, 'id'>) => setDone((all) => all.filter((each) => each.id !== id))
  const review = (item: Item, shown: boolean, why: object = {}) => {
    const { _id: id, user } = item.waiting
    const { decide: send, undo } = calls[item.kind](id)
    setSent((all) => [...all, id])
    save(async () => {
      try {
        await send({ shown, ...why })
        setDone((all) => [{ id, name: user.name, accepted: shown, undo }, ...all])
      } finally {
        setSent((all) => all.filter((each) => each !== id))
      }
    })
  }
  const undo = (each: Done) => {
    forget(each)
    save(each.undo)
  }
  const { checks = [], held = [], voices = [] } = query.data?.data ?? {}
  const isDone = ({ waiting: { _id } }: Item) => sent.includes(_id) || done.some(({ id }) => id === _id)
  const items = [
    ...checks.map((waiting): Item => ({ kind: 'check', waiting })),
    ...held.map((waiting): Item => ({ kind: 'photo', waiting })),
    ...voices.map((waiting): Item => ({ kind: 'voice', waiting })),
    // The next one is open before the list has loaded again.
  ].filter((item) => !isDone(item))
  return { query, items, problem, review, done, forget, undo }
}
