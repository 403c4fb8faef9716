import { useLingui } from '@lingui/react/macro'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Tick } from '../../ui/tick.tsx'
import { optional, type useColumns } from './use-columns.ts'

export function useColumnNames() {
  const { t } = useLingui()
  return {
    contact: t`Contact`,
    joined: t`Join Date`,
    lastActive: t`Last Active`,
    status: t`Status`,
    subscription: t`Subscription`,
  }
}

export function ColumnsMenu({ hidden, toggle }: ReturnType<typeof useColumns>) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const names = useColumnNames()
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <Columns3 size={16} />
        {t`Columns`}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Columns`}>
        {optional.map((column) => (
          <Tick key={column} label={names[column]} checked={!hidden.includes(column)} onChange={() => toggle(column)} />
        ))}
      </Dialog>
    </>
  )
}
