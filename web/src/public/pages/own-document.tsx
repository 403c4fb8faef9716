import { directionOf } from '@kindred/contract/languages'
import type { Document } from '@kindred/contract/operations/documents'
import { serverUrl } from '../../api/base.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { documentQuery } from '../../api/documents.ts'
import { errorText } from '../../api/error-text.ts'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Blocks } from '../../ui/blocks.tsx'
import { Promises } from './promises.tsx'
import { Reading } from './reading.tsx'

const writtenIn = (language: string) => ({ lang: language, dir: directionOf(language) })

type Props = { name: string; title?: string; lead?: string }

/** A text of the operator in place of ours, or on a page of its own. */
export default function OwnDocument({ name, title, lead }: Props) {
  const { t } = useLingui()
  const { longDay } = useFormats()
  const query = useQuery(documentQuery(name))
  const { data } = query
  const isLegal = name === 'terms' || name === 'privacy'
  const since = data?.from ? longDay(`${data.from}T12:00:00`) : ''
  return (
    <Reading title={title ?? data?.title ?? ''} lead={since ? t`Effective ${since}.` : lead}>
      {query.isPending && <Skeleton height="40rem" label={t`Loading the page…`} />}
      <ErrorNote>{query.isError && errorText(query.error)}</ErrorNote>
      {data?.change && !data.change.isInForce && <Change change={data.change} />}
      {data && <Blocks {...writtenIn(data.language)} blocks={data.blocks} urlOf={serverUrl} />}
      {data && isLegal && <Promises />}
      {data?.change?.isInForce && <Change change={data.change} />}
    </Reading>
  )
}

/** The announced first text of the operator, above ours, which applies until then. */
export function ComingDocument({ name }: { name: string }) {
  const change = useQuery(documentQuery(name)).data?.change
  return change && !change.isInForce && <Change change={change} />
}

function Change({ change: { from, isInForce, language, blocks } }: { change: NonNullable<Document['change']> }) {
  const { t } = useLingui()
  useEffect(() => {
    // Emails link to the change, which comes after the page.
    if (location.hash === '#change') document.getElementById('change')?.scrollIntoView()
  }, [])
  const { longDay } = useFormats()
  const day = longDay(`${from}T12:00:00`)
  // The operator's first text comes in place of ours, with which it can't be compared.
  const isWhole = blocks.every((block) => block.change === 'added')
  const shown = isWhole ? blocks.map(({ change: _, ...block }) => block) : blocks
  return (
    <details id="change" className="card" open={!isInForce}>
      <summary className="cursor-pointer font-medium">
        {isInForce ? t`What changed on ${day}` : t`What changes on ${day}`}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-4">
        {isWhole && <p>{t`This replaces the whole text.`}</p>}
        <Blocks {...writtenIn(language)} blocks={shown} urlOf={serverUrl} />
      </div>
    </details>
  )
}
