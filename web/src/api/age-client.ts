import { callsOf } from '@kindred/contract/calls'
import { ageProofs } from '@kindred/contract/identity/age-proofs'
import type { AgePhoto } from '@kindred/contract/identity/age'
import { isObject } from './failure.ts'
import { readQuery } from './queries.ts'
import { send } from './send.ts'
import { uploadFile } from './upload.ts'

export const ages = callsOf({ ...ageProofs }, send)

export const ageQuery = readQuery(['getAge'], ages.getAge)

type Answer = Awaited<ReturnType<typeof ages.getAge>>

const isAnswer = (data: unknown): data is Answer =>
  isObject(data) && isObject(data['data']) && isObject(data['data']['age'])

export const uploadAgePhoto = (kind: AgePhoto, file: Blob): Promise<Answer> =>
  uploadFile(`/age/photos/${kind}`, { file, name: `${kind}.jpg` }, () => {}, isAnswer)
