import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AccountLink, LinkOutcome } from '@kindred/contract/moderation/account-links'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { CaseCard } from '../case-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { Badge, Spinner } from '../../ui/pieces.tsx'
import { LoadOlder } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { useAccountLinks, useDecideLink } from './use-account-links.ts'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Why } from './why.tsx'
import { UserLink } from '../user-link.tsx'

type Props = {
  link: AccountLink
  isCurrent: boolean
  onDecide: (outcome: LinkOutcome) => void
}

function AccountLinkCard({ link, isCurrent, onDecide }: Props) {
  const { t } = useLingui()
  return (
    <CaseCard name={link.user.name} isCurrent={isCurrent}>
      <div className="flex flex-wrap items-start gap-6">
        <User user={link.user} label={t`New account`} />
        <User user={link.banned} label={t`Earlier account`} />
      </div>
      <Why link={link} />
      <div className="flex flex-wrap gap-2">
        <Button aria-keyshortcuts="a" onClick={() => onDecide('same_person')}>
          {t`Same person`}
        </Button>
        <Button tone="quiet" aria-keyshortcuts="x" onClick={() => onDecide('dismissed')}>
          {t`Dismiss`}
        </Button>
      </div>
    </CaseCard>
  )
}

function User({ user, label }: { user: AccountLink['user']; label: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const joined = formats.day(user.joinedAt)
  return (
    <p className="grid justify-items-start gap-1">
      <span className="text-caption text-muted">{label}</span>
      <UserLink id={user._id}>
        <bdi>{user.name}</bdi>
      </UserLink>
      {user.state === 'banned' && <Badge tone="danger">{t`Banned`}</Badge>}
      <span className="text-caption">{t`Joined ${joined}`}</span>
    </p>
  )
}

/** New accounts that resemble a banned one. */
export function AccountLinks() {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(true)
  const query = useAccountLinks(isOpen)
  const decide = useDecideLink()
  const links = query.data?.pages.flatMap(({ data }) => data.links) ?? []
  const { at } = useListKeys({
    rows: links,
    keyOf: ({ _id }) => _id,
    on: {
      a: (link) => decide.mutate({ link, outcome: 'same_person' }),
      x: (link) => decide.mutate({ link, outcome: 'dismissed' }),
    },
  })
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">
        <Trans>
          Nothing happens to these accounts automatically. To restrict one, open its page after you review it here.
        </Trans>
      </p>
      <FilterSelect
        label={t`Show`}
        options={[
          { value: 'open', name: t({ message: 'Open', context: 'state' }) },
          { value: 'all', name: t`All` },
        ]}
        value={isOpen ? 'open' : 'all'}
        onChange={(value) => setIsOpen(value === 'open')}
      />
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading accounts…`} />}
      {query.isSuccess && links.length === 0 && <EmptyState title={t`No linked accounts`} />}
      {links.map((link, index) => (
        <AccountLinkCard
          key={link._id}
          link={link}
          isCurrent={index === at}
          onDecide={(outcome) => decide.mutate({ link, outcome })}
        />
      ))}
      <LoadOlder query={query}>{t`Earlier accounts`}</LoadOlder>
    </div>
  )
}
