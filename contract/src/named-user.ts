import * as z from 'zod/mini'
import { id, shown } from './text.ts'

/** A person by name, such as a colleague. */
export const NamedUser = z.strictObject({ _id: id, name: shown })
export type NamedUser = z.infer<typeof NamedUser>
