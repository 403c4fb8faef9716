import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useSession } from '../../session/store.ts'
import { DecideButton } from '../decisions/decide-button.tsx'

type Props = {
  about: string
  reportId: string
} & ({ message: string } | { voice: true } | { picture: string; pictures: readonly string[]; number: number })

export function DecideAbout({ about, reportId, ...content }: Props) {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  const user = useQuery({
    ...readQuery(['getUser', about], () => backOffice.getUser({ params: { id: about } })),
    select: ({ data }) => data.user,
  }).data
  if (!user || about === own) return null
  const base = { user, reportId, size: 'sm' } as const
  if ('voice' in content)
    return <DecideButton {...base} label={t`Take action on this voice answer…`} start={{ kind: 'hide', voice: true }} />
  return 'message' in content ? (
    <DecideButton
      {...base}
      label={t`Take action on this message…`}
      start={{ kind: 'hide', message: content.message }}
    />
  ) : (
    <DecideButton
      {...base}
      label={t`Take action on photo ${content.number}…`}
      pictures={content.pictures}
      start={{ kind: 'hide', pictures: [content.picture] }}
    />
  )
}
