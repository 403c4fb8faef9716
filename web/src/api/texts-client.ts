import { callsOf } from '@kindred/contract/calls'
import type { Language } from '@kindred/contract/languages'
import { type ProductText, type Replacement, texts } from '@kindred/contract/operations/texts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readQuery } from './queries.ts'
import { withRetry } from './retry.ts'
import { send } from './send.ts'

const client = callsOf(texts, send)

export const keyOf = ({ text, context }: Pick<ProductText, 'text' | 'context'>): string => `${context ?? ''}\n${text}`

export const foundTexts = (language: Language, search: string) =>
  infiniteQueryOptions({
    queryKey: ['listTexts', language, 'found', search],
    queryFn: ({ pageParam }) =>
      withRetry(() => client.listTexts({ query: { language, search, from: String(pageParam) } })),
    initialPageParam: 0,
    getNextPageParam: ({ data }, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.data.texts.length, 0)
      return shown < data.total ? shown : undefined
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })

/** The texts of the saved replacements, by their key. */
export const replacedTexts = (language: Language) =>
  queryOptions({
    ...readQuery(['listTexts', language, 'replaced'], () =>
      client.listTexts({ query: { language, only: 'replaced' } }),
    ),
    select: ({ data }): ReadonlyMap<string, ProductText> => new Map(data.texts.map((each) => [keyOf(each), each])),
  })

/** The texts that pushes consist of. */
export const pushTexts = (language: Language) =>
  queryOptions({
    ...readQuery(['listTexts', language, 'pushes'], () => client.listTexts({ query: { language, only: 'pushes' } })),
    select: ({ data }) => data.texts,
  })

export const exportTexts = async (language: Language): Promise<string> =>
  (await client.exportTexts({ params: { language } })).data.po

export const importTexts = async (language: Language, po: string, replacements: Replacement[]) =>
  (await client.importTexts({ params: { language }, body: { po, replacements } })).data
