import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { Note } from './pieces.tsx'

type Props = { of: { isFromBefore: boolean; discard: () => void } }

/** Points out that a form contains unsaved input, with a button to restore the saved values. */
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
