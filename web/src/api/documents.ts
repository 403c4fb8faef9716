import { callsOf } from '@kindred/contract/calls'
import { documents } from '@kindred/contract/operations/documents'
import { queryOptions } from '@tanstack/react-query'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

const client = callsOf(documents, send)

export const documentQuery = (name: string) =>
  queryOptions({
    ...readQuery(['getDocument', name], () => client.getDocument({ params: { name } })),
    select: ({ data }) => data.document,
  })

export const previewDocument = (text: string) => client.previewDocument({ body: { text } })
