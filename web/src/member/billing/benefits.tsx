import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Heart, Infinity as Unlimited, type LucideIcon, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { allowanceQuery, likesQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useIsQuiet } from '../use-is-quiet.ts'

/** Three reasons for Premium, in numbers of the member’s own. */
export function Benefits() {
  const { t } = useLingui()
  const formats = useFormats()
  const isQuiet = useIsQuiet()
  const isUnlimited = useSettings().house?.dailyLikes === 'unlimited'
  const likes = useQuery(likesQuery).data?.data
  const allowance = useQuery(allowanceQuery).data?.data
  return (
    <ul className="grid gap-4">
      <Benefit Icon={Heart} title={t`See who likes you`}>
        {likes?.count && !isQuiet
          ? t`${formats.isolated(likes.countText)} people like you. See who they are, and answer right there.`
          : likes && !likes.people && !isQuiet
            ? t`At most four people like you so far. You’ll see who does, as soon as they do.`
            : t`As soon as someone likes you, you see who it is.`}
      </Benefit>
      {!isUnlimited && (
        <Benefit Icon={Unlimited} title={t`Like without counting`}>
          {typeof allowance?.likes === 'number' && !isQuiet ? (
            <Plural
              value={allowance.likes}
              _0="You have no likes left today. With Premium, there’s no limit."
              one="You have # like left today. With Premium, there’s no limit."
              other="You have # likes left today. With Premium, there’s no limit."
            />
          ) : (
            <Trans>As many likes as you want, every day.</Trans>
          )}
        </Benefit>
      )}
      <Benefit Icon={Star} title={t`Five super likes a day`}>
        {t`One is free. A super like shows your name and a note right away.`}
      </Benefit>
    </ul>
  )
}

type Props = { Icon: LucideIcon; title: string; children: ReactNode }

const Benefit = ({ Icon, title, children }: Props) => (
  <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
    <span className="grid size-12 place-items-center rounded-full bg-(--accent-soft) text-(--accent-soft-ink)">
      <Icon size={24} />
    </span>
    <span className="grid">
      <b>{title}</b>
      <span className="text-ink-2">{children}</span>
    </span>
  </li>
)
