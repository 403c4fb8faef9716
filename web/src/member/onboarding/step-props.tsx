import { Trans } from '@lingui/react/macro'
import type { ProfileChange } from '@kindred/contract/profiles/profile'
import type { OwnUser } from '@kindred/contract/profiles/users'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Preview } from './own-card.tsx'
import type { Range } from './steps.ts'

export type StepProps = {
  user: OwnUser
  /** The question and the sentence below it. */
  heading: { title: ReactNode; lead: ReactNode }
  /** The errors that belong to no field. */
  notes: ReactNode
  problems: Record<string, string>
  busy: boolean
  /** Shows on the card what is entered, before it is saved. */
  onPreview: (preview: Preview) => void
  onSave: (change: Partial<ProfileChange>, range?: Range) => void
}

export const Next = ({ busy }: { busy: boolean }) => (
  <Button type="submit" size="lg" block busy={busy}>
    <Trans>Next</Trans>
  </Button>
)
