import { type Language, languageFrom } from '@kindred/contract/languages'
import type { Config } from '../../config.ts'
import { fallbackLanguage, offeredLanguages } from '../../infra/language/own-texts.ts'

export const languageOfAccount = (
  { language }: { language: string | null },
  { DEFAULT_LANGUAGE }: Pick<Config, 'DEFAULT_LANGUAGE'>,
): Language => languageFrom([language ?? ''], offeredLanguages()) ?? fallbackLanguage(DEFAULT_LANGUAGE)
