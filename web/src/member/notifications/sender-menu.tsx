import type { NamedUser } from '@kindred/contract/named-user'
import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useSafety } from '../people/use-safety.tsx'

/** Reports or blocks the sender of a super like, also after they have hidden. */
export function SenderMenu({ person: { _id, name } }: { person: NamedUser }) {
  const { t } = useLingui()
  const { report, block, dialog } = useSafety({ id: _id, name })
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t`More about ${name}`} tone="ghost">
            <Ellipsis size={20} />
          </IconButton>
        }
        items={[
          { label: t`Report`, onSelect: report },
          { label: t`Block`, danger: true, onSelect: block },
        ]}
      />
      {dialog}
    </>
  )
}
