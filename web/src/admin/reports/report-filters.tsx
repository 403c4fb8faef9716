import { priorities, problemTypes, reportStatuses } from '@kindred/contract/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw, Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import type { Wish } from './use-reports.ts'

const named = (values: readonly string[]) => values.map((value) => ({ value, name: value }))

type Props = { wish: Wish; busy: boolean; onGo: (change: Wish) => void; onRefresh: () => void }

export function ReportFilters({ wish, busy, onGo, onRefresh }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(wish.search ?? '')
  const everything = { value: '', name: t`All` }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onGo({ search: text.trim(), page: '' })
  }
  return (
    <form className="filters" role="search" onSubmit={submit}>
      <span className="search">
        <Search className="i" aria-hidden="true" />
        <input
          id="reports-search"
          className="input"
          aria-label={t`Search reports`}
          placeholder={t`Search reports`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </span>
      <Choice
        label={t`Status`}
        options={[everything, ...named(reportStatuses)]}
        value={wish.status ?? ''}
        onChange={(status) => onGo({ status, page: '' })}
      />
      <Choice
        label={t`Type`}
        options={[everything, ...named(problemTypes)]}
        value={wish.type ?? ''}
        onChange={(type) => onGo({ type, page: '' })}
      />
      <Choice
        label={t`Priority`}
        options={[everything, ...named(priorities)]}
        value={wish.priority ?? ''}
        onChange={(priority) => onGo({ priority, page: '' })}
      />
      <Choice
        label={t`Order`}
        options={[
          { value: '', name: t`Newest first` },
          { value: 'due', name: t`Due first` },
          { value: 'priority', name: t`Most urgent first` },
        ]}
        value={wish.order ?? ''}
        onChange={(order) => onGo({ order, page: '' })}
      />
      <Button tone="quiet" busy={busy} onClick={onRefresh}>
        <RotateCw size={16} aria-hidden="true" />
        <Trans>Refresh</Trans>
      </Button>
    </form>
  )
}
