import { Trans, useLingui } from '@lingui/react/macro'
import { oneOf } from '../../api/params.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { usePage } from '../../ui/page.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Agreement } from './agreement.tsx'
import { AnsweredLooks } from './answered-looks.tsx'
import { WaitingLooks } from './waiting-looks.tsx'

const FIRST = 'waiting'
const views = [FIRST, 'answered', 'raised'] as const

/** Decisions drawn at random, which someone else judges without knowing them. */
export default function SecondLooksScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Blind reviews`, brand)
  const view = oneOf(views, useSearch<'/second-looks'>().view) ?? FIRST
  return (
    <>
      <h1>
        <Trans>Blind reviews</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>
          Some decisions are selected at random. A second reviewer sees the case without the outcome and says what they
          would have done. The decision doesn’t change.
        </Trans>
      </p>
      <Tabs
        label={t`Blind reviews`}
        open={view}
        onOpen={(id) =>
          void navigate({ to: paths.secondLooks, search: id === FIRST ? {} : { view: id }, replace: true })
        }
        tabs={[
          { id: FIRST, label: t`Assigned to you`, content: <WaitingLooks /> },
          {
            id: 'answered',
            label: t({ message: 'Completed', context: 'cases' }),
            content: <AnsweredLooks isRaised={false} />,
          },
          { id: 'raised', label: t`Disagreements`, content: <AnsweredLooks isRaised /> },
        ]}
      />
      <Agreement />
    </>
  )
}
