import { priorities, problemTypes, reportStatuses } from '@kindred/contract/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, RotateCw, Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Wish } from './use-reports.ts'

type Props = { wish: Wish; busy: boolean; onGo: (change: Wish) => void; onRefresh: () => void }

export function ReportFilters({ wish, busy, onGo, onRefresh }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(wish.search ?? '')
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
        all={reportStatuses}
        value={wish.status}
        onChange={(status) => onGo({ status, page: '' })}
      />
      <Choice label={t`Type`} all={problemTypes} value={wish.type} onChange={(type) => onGo({ type, page: '' })} />
      <Choice
        label={t`Priority`}
        all={priorities}
        value={wish.priority}
        onChange={(priority) => onGo({ priority, page: '' })}
      />
      <Button tone="quiet" busy={busy} onClick={onRefresh}>
        <RotateCw size={16} aria-hidden="true" />
        <Trans>Refresh</Trans>
      </Button>
    </form>
  )
}

type ChoiceProps = {
  label: string
  all: readonly string[]
  value: string | undefined
  onChange: (value: string) => void
}

function Choice({ label, all, value, onChange }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <span className="select">
      <select
        className="input"
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t`All`}</option>
        {all.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <ChevronDown className="i" aria-hidden="true" />
    </span>
  )
}
