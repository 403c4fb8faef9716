import type { LookUse } from '@kindred/contract/operations/look'
import { field, isObject } from '../../api/failure.ts'
import { uploadFile } from '../../api/upload.ts'

type Uploaded = { data: { file: string } }
const isUploaded = (answer: unknown): answer is Uploaded =>
  isObject(answer) && field(answer['data'], 'file') !== undefined

export const uploadLookFile = async (use: LookUse, file: File): Promise<string> =>
  (await uploadFile(`/admin/look/${use}`, { file, name: file.name }, () => {}, isUploaded)).data.file
