import type { LinkOutcome } from '@kindred/contract/moderation/account-links'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { DecisionCard } from '../case/decision-card.tsx'
import { KeyHint } from '../case/key-hint.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { CaseLayout } from '../case/case-layout.tsx'
import { CaseQueue } from '../case/case-queue.tsx'
import { Person } from '../case/person.tsx'
import { ShowFilter } from '../case/show-filter.tsx'
import { LoadOlder } from '../load-older.tsx'
import { useAccountLinks, useDecideLink } from './use-account-links.ts'
import { Why } from './why.tsx'

/** New accounts that resemble a banned one. */
export function AccountLinksScreen() {
  const { t } = useLingui()
  const { day } = useFormats()
  usePage(t`Linked accounts`)
  const [isOpen, setOpen] = useState(true)
  const query = useAccountLinks(isOpen)
  const decide = useDecideLink()
  return (
    <CaseQueue
      title={t`Linked accounts`}
      head={<ShowFilter isOpen={isOpen} onChange={setOpen} />}
      query={query}
      loading={t`Loading accounts…`}
      empty={<EmptyState title={t`No linked accounts`} />}
      older={<LoadOlder query={query}>{t`More accounts`}</LoadOlder>}
      items={query.data?.pages.flatMap(({ data }) => data.links) ?? []}
      keyOf={({ _id }) => _id}
      nameOf={({ user }) => user.name}
      captionOf={({ at }) => day(at)}
      keysOf={(link) => ({
        a: () => decide.mutate({ link, outcome: 'same_person' }),
        x: () => decide.mutate({ link, outcome: 'dismissed' }),
      })}
    >
      {(link) => (
        <CaseLayout
          what={
            <section className="card grid gap-3" aria-labelledby="signals">
              <h2 id="signals">{t`What they share`}</h2>
              <Why link={link} />
            </section>
          }
          who={
            <section className="card @container" aria-label={t`People`}>
              <div className="grid gap-4 @md:grid-cols-2">
                <Person role={t`New account`} person={link.user} acts={{}} />
                <Person role={t`Earlier account`} person={link.banned} />
              </div>
            </section>
          }
          decision={<Decision busy={decide.isPending} onDecide={(outcome) => decide.mutate({ link, outcome })} />}
        />
      )}
    </CaseQueue>
  )
}

function Decision({ busy, onDecide }: { busy: boolean; onDecide: (outcome: LinkOutcome) => void }) {
  const { t } = useLingui()
  return (
    <DecisionCard>
      <Button aria-keyshortcuts="a" disabled={busy} onClick={() => onDecide('same_person')}>
        {t`Same person`}
        <KeyHint>a</KeyHint>
      </Button>
      <Button tone="quiet" aria-keyshortcuts="x" disabled={busy} onClick={() => onDecide('dismissed')}>
        {t`Dismiss`}
        <KeyHint>x</KeyHint>
      </Button>
      <p className="text-small text-muted">
        {t`Nothing happens to these accounts automatically. To restrict one, use “Take action…”.`}
      </p>
    </DecisionCard>
  )
}
