import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { Note } from './pieces.tsx'

type Props = { of: { isFromBefore: boolean; discard: () => void } }

/** Says that a form shows what was entered before, and brings back what is saved. */
export const Unsaved = ({ of: { isFromBefore, discard } }: Props) =>
  isFromBefore && (
    <Note tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Trans>You have unsaved changes.</Trans>
        <Button tone="quiet" size="sm" onClick={discard}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </Note>
  )
