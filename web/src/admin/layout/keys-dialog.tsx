import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

export const paletteKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K')

const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function KeysDialog({ open, onOpenChange }: Props) {
  const { t } = useLingui()
  const show = useEffectEvent(() => onOpenChange(true))
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === '?' && target instanceof HTMLElement && !target.closest(writing)) show()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title={t`Keyboard shortcuts`}>
      <Groups />
    </Dialog>
  )
}

function Groups() {
  const { t } = useLingui()
  const groups: [name: string, keys: [key: string, does: string][]][] = [
    [
      t`Everywhere`,
      [
        [paletteKey(), t`Search or run a command`],
        ['?', t`Show these shortcuts`],
      ],
    ],
    [
      t`Lists`,
      [
        ['j', t`Next`],
        ['k', t`Previous`],
        ['↑ ↓', t`Previous and next row`],
        ['Enter', t`Open`],
        ['x', t`Select`],
        ['/', t`Search`],
        ['Esc', t`Clear the selection`],
      ],
    ],
    [
      t`Reports`,
      [
        ['r', t`Reply`],
        ['e', t`Resolve`],
        ['n', t`Write a private note`],
        ['j', t`Next report, on a report’s page`],
        ['k', t`Previous report, on a report’s page`],
      ],
    ],
    [
      t`Photos and approvals`,
      [
        ['j', t`Next`],
        ['k', t`Previous`],
        ['a', t`Approve`],
        ['r', t`Reject`],
        ['Enter', t`Show or hide photos`],
      ],
    ],
  ]
  return groups.map(([name, keys]) => (
    <section key={name} className="grid gap-1">
      <h3>{name}</h3>
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-y-1">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className={kbdClass}>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

export const kbdClass =
  'inline-block min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans text-caption ' +
  'whitespace-nowrap text-ink-2'
