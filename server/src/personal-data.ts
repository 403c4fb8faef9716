import { personalData as billing } from './features/billing/index.ts'
import { personalData as chat } from './features/chat/index.ts'
import { personalData as delivery } from './features/delivery/index.ts'
import { personalData as discovery } from './features/discovery/index.ts'
import { personalData as identity } from './features/identity/index.ts'
import { personalData as leaving } from './features/leaving/index.ts'
import { personalData as matching } from './features/matching/index.ts'
import { personalData as moderation } from './features/moderation/index.ts'
import { personalData as operations } from './features/operations/index.ts'
import { personalData as profiles } from './features/profiles/index.ts'
import type { Declarations, PersonalData } from './infra/personal-data.ts'

/** Accounts come first, because audit entries can only be emptied for people who are erased. */
const features: readonly PersonalData[] = [
  identity,
  profiles,
  operations,
  delivery,
  discovery,
  matching,
  chat,
  billing,
  moderation,
  leaving,
]

export const declarations: Declarations = new Map(
  features.flatMap((feature) =>
    Object.entries(feature).flatMap(([table, declared]) => (declared ? [[table, declared] as const] : [])),
  ),
)
