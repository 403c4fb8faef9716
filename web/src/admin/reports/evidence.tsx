import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { setFreshData } from '../../api/fresh-data.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { useWithReason } from '../access-reasons.ts'
import { EarlierTexts } from '../case/earlier-texts.tsx'

type EvidenceBody = NonNullable<Report['evidence']>

/** The reported content as it was at that time. It is a private message or photo, so staff give a reason to see it. */
export const Evidence = ({ id, evidence, isOpened }: { id: string; evidence: EvidenceBody; isOpened: boolean }) => (
  <blockquote className="m-0 grid gap-2 border-s-4 border-line-strong ps-3">
    <p className="text-muted text-caption">
      <Trans>Evidence at the time of the report</Trans>
    </p>
    {evidence.withheld ? <Withheld id={id} isOpened={isOpened} /> : <Shown evidence={evidence} />}
  </blockquote>
)

function Withheld({ id, isOpened }: { id: string; isOpened: boolean }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const open = useWithReason(
    `evidence ${id}`,
    t`Give a reason to see the evidence.`,
    (input) => backOffice.getReport({ params: { id }, ...input }),
    (answer) => setFreshData(queryClient, ['getReport', id], answer),
  )
  const openNow = useEffectEvent(() => open.mutate())
  useEffect(() => {
    if (isOpened) openNow()
  }, [isOpened])
  return (
    <Button tone="quiet" size="sm" className="justify-self-start" busy={open.isPending} onClick={() => open.mutate()}>
      <Trans>Show evidence</Trans>
    </Button>
  )
}

/** Photos stay gray and small until staff open them. */
function Shown({ evidence: { text, earlier, pictureUrl } }: { evidence: EvidenceBody }) {
  const { t } = useLingui()
  const [isLarge, setLarge] = useState(false)
  return (
    <>
      <EarlierTexts texts={earlier} />
      <UserText>{text}</UserText>
      {pictureUrl && (
        <button
          type="button"
          className="justify-self-start border-0 bg-transparent p-0"
          onClick={() => setLarge(!isLarge)}
        >
          <img
            {...pictureIn(pictureUrl, isLarge ? '20rem' : '6rem')}
            alt={t`Reported photo`}
            className={isLarge ? 'w-80 rounded-md' : 'w-24 rounded-md blur-md grayscale'}
          />
          <span className="text-small block">{isLarge ? t`Hide` : t`Show`}</span>
        </button>
      )}
    </>
  )
}
