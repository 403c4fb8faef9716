import { type Language, languageOf } from '@kindred/contract/languages'
import type { Config } from '../../config.ts'

/** The account's language, or the operator's default until it has one. */
export const languageOfAccount = (
  { language }: { language: string | null },
  { DEFAULT_LANGUAGE }: Pick<Config, 'DEFAULT_LANGUAGE'>,
): Language => languageOf(language ?? '') ?? DEFAULT_LANGUAGE
