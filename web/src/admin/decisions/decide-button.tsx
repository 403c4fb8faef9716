import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { fullName } from '../dashboard/stats.ts'
import type { DecideProps } from './decide-dialog.tsx'

const DecideDialog = lazy(() => import('./decide-dialog.tsx').then((all) => ({ default: all.DecideDialog })))

/** Few visits to a screen need the dialog, so it loads on demand. */
export function DecideButton({
  size,
  label,
  ...props
}: Omit<DecideProps, 'onClose'> & { size?: 'sm'; label?: string }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const name = fullName(props.user, t`Unknown`)
  return (
    <>
      <Button
        {...(size ? { size, tone: 'quiet' } : {})}
        {...(label ? { tone: 'quiet', className: 'justify-self-start' } : { 'aria-label': t`Take action on ${name}…` })}
        onClick={() => setIsOpen(true)}
      >
        {label ?? t`Take action…`}
      </Button>
      {isOpen && (
        <Suspense>
          <DecideDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
