import { type Language, languageOf } from '@kindred/contract/languages'
import type { Config } from '../../config.ts'

export const languageOfAccount = (
  { language }: { language: string | null },
  { DEFAULT_LANGUAGE }: Pick<Config, 'DEFAULT_LANGUAGE'>,
): Language => languageOf(language ?? '') ?? DEFAULT_LANGUAGE
