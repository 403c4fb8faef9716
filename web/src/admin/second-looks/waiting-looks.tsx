import type { SecondLookCase, WaitingLook } from '@kindred/contract/moderation/second-looks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Earlier } from '../earlier.tsx'
import { ListProblem } from '../list-problem.tsx'
import { AnswerForm } from './answer-form.tsx'
import { CaseView } from './case-view.tsx'
import { useOpenCase, useWaitingLooks } from './use-second-looks.ts'

/** The cases that wait for the reader. */
export function WaitingLooks() {
  const { t } = useLingui()
  const query = useWaitingLooks()
  const open = useOpenCase()
  const waiting = query.data?.pages.flatMap(({ data }) => data.waiting) ?? []
  const { at } = useListKeys({
    rows: waiting,
    keyOf: ({ _id }) => _id,
    on: { Enter: ({ _id }) => open.mutate(_id) },
  })
  const opened = open.data?.data.case
  return (
    <div className="grid gap-5">
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading cases…`} />}
      {query.isSuccess && waiting.length === 0 && (
        <EmptyState title={t`No cases assigned to you`}>
          <Trans>You’ll see cases here after someone else has decided them.</Trans>
        </EmptyState>
      )}
      {waiting.map((look, index) => (
        <Waiting
          key={look._id}
          look={look}
          isCurrent={index === at}
          opened={opened?._id === look._id ? opened : undefined}
          isOpening={open.isPending && open.variables === look._id}
          onOpen={() => open.mutate(look._id)}
        />
      ))}
      <Earlier query={query}>
        <Trans>Older cases</Trans>
      </Earlier>
    </div>
  )
}

type Props = {
  look: WaitingLook
  /** The one that Enter opens. */
  isCurrent: boolean
  opened: SecondLookCase | undefined
  isOpening: boolean
  onOpen: () => void
}

function Waiting({ look: { name, drawnAt }, isCurrent, opened, isOpening, onOpen }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const when = formats.dayAndTime(drawnAt)
  return (
    <section
      ref={card}
      className={`card grid scroll-my-20 gap-4 ${isCurrent ? 'outline-2 outline-ink' : ''}`}
      aria-label={name}
      aria-current={isCurrent || undefined}
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 dir="auto">{name}</h2>
        <span className="text-caption text-muted">{t`Selected ${when}`}</span>
      </div>
      {opened ? (
        <>
          <CaseView opened={opened} />
          <AnswerForm id={opened._id} />
        </>
      ) : (
        <Button className="justify-self-start" aria-keyshortcuts="Enter" busy={isOpening} onClick={onOpen}>
          {t`Open case`}
        </Button>
      )}
    </section>
  )
}
