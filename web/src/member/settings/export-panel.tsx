import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'
import { Panel } from './panel.tsx'

export function ExportPanel() {
  const { t } = useLingui()
  const action = useAction()
  const [requested, setRequested] = useState(false)
  return (
    <Panel
      id="export"
      title={t`Your data`}
      lead={t`All the data we have about you, including photos, in one file.`}
      error={action.text}
    >
      {requested ? (
        <Note tone="positive" live>{t`We’ll prepare it and email you a link. The link works once.`}</Note>
      ) : (
        <Button
          tone="quiet"
          className="justify-self-start"
          busy={action.busy}
          onClick={() => void action.run(() => settings.exportOwnData()).then(setRequested)}
        >
          {t`Send me my data`}
        </Button>
      )}
    </Panel>
  )
}
