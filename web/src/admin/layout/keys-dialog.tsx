import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'
import { paths } from '../../paths.ts'
import { usePlace } from '../../router/place.ts'
import { kbdClass, paletteKey, saveKey, sendKey } from './keys.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function KeysDialog({ open, onOpenChange }: Props) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title={t`Keyboard shortcuts`}>
      <Groups />
    </Dialog>
  )
}

function Groups() {
  const { t } = useLingui()
  const { pathname } = usePlace()
  const isOn = (...screens: string[]) => screens.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  const groups: [name: string, isHere: boolean, keys: [key: string, does: string][]][] = [
    [
      t`Everywhere`,
      true,
      [
        [paletteKey(), t`Search or run a command`],
        ['?', t`Show these shortcuts`],
        ['g d', t`Dashboard`],
        ['g u', t`Users`],
        ['g r', t`Reports`],
      ],
    ],
    [
      t`Lists`,
      isOn(paths.users, paths.reports),
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
      isOn(paths.reports),
      [
        ['r', t`Reply`],
        [sendKey(), t`Send the reply or save the note`],
        ['e', t`Resolve`],
        ['n', t`Write a private note`],
        ['c', t`Assign to me, on a report’s page`],
        ['j', t`Next report, on a report’s page`],
        ['k', t`Previous report, on a report’s page`],
      ],
    ],
    [
      t`Photos and approvals`,
      isOn(paths.photos, paths.approvals),
      [
        ['j', t`Next`],
        ['k', t`Previous`],
        ['a', t`Approve`],
        ['r', t`Reject`],
        ['1 … 6', t`Reason for rejecting`],
        ['x', t`Dismiss`],
        ['Enter', t`Show or hide photos`],
        ['Esc', t`Cancel`],
      ],
    ],
    [
      t`Cases`,
      isOn(paths.appeals, paths.blindReviews),
      [
        ['j', t`Next`],
        ['k', t`Previous`],
      ],
    ],
    [t`Configuration`, isOn(paths.configuration), [[saveKey(), t`Save`]]],
  ]
  return groups
    .filter(([, isHere]) => isHere)
    .map(([name, , keys]) => (
      <section key={name} className="grid gap-1">
        <h3>{name}</h3>
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-1">
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
