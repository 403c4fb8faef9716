import { useLingui } from '@lingui/react/macro'
import { Heart, Users } from 'lucide-react'
import { useIsOn } from '../../api/house.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Segments } from '../../ui/segments.tsx'

/** Switches between the deck for dating and the one for friends, where the operator has turned it on. */
export function WorldSwitch() {
  const { t } = useLingui()
  const { deck } = useSearch<'/discover'>()
  const isFriends = deck === 'friends'
  if (!useIsOn('friends')) return null
  const show = (friends: boolean) =>
    void navigate({ to: paths.discover, search: friends ? { deck: 'friends' } : {}, replace: true })
  return (
    <Segments label={t`People for`}>
      <button type="button" aria-pressed={!isFriends} onClick={() => show(false)}>
        <Heart className="icon" size={18} />
        <span className="phone:sr-only">{t`Dating`}</span>
      </button>
      <button type="button" aria-pressed={isFriends} onClick={() => show(true)}>
        <Users className="icon" size={18} />
        <span className="phone:sr-only">{t`Friends`}</span>
      </button>
    </Segments>
  )
}
