import {
  ApiError,
  type Configuration,
  message,
  type MessageDescriptor,
  type Replacement,
  type Texts,
} from '@kindred/contract'
import { type Language, languages } from '@kindred/contract/languages'
import { isDeepStrictEqual } from 'node:util'
import { keyOf } from '../../../infra/language/key-of.ts'
import { problemInReplacement } from '../../../infra/language/problem-in.ts'
import { allTexts, oursIn } from '../../../infra/language/all-texts.ts'

/** The problem of a replacement, or undefined if it can be used. */
export function problemOf(
  language: Language,
  { text, context, replacement }: Replacement,
): MessageDescriptor | undefined {
  const known = allTexts().get(keyOf(text, context))
  if (!known) return message('The product no longer has this text. Please remove the replacement.')
  return problemInReplacement(text, oursIn(language, known), replacement)
}

/**
 * Refuses replacements that can't be used. Saved ones are accepted as they are, because an update may have removed their
 * text, which harms nothing.
 */
export function assertUsableTexts({ texts }: Pick<Configuration, 'texts'>, before: Texts | undefined): void {
  if (!texts || isDeepStrictEqual(texts, before)) return
  const errors = languages.flatMap((language) => {
    const saved = before?.replacements?.[language] ?? []
    const known = new Map(saved.map((each) => [keyOf(each.text, each.context), each.replacement]))
    return (texts.replacements?.[language] ?? []).flatMap((each, at) => {
      if (known.get(keyOf(each.text, each.context)) === each.replacement) return []
      const msg = problemOf(language, each)
      return msg ? [{ path: `configuration.texts.replacements.${language}.${at}.replacement`, msg }] : []
    })
  })
  if (errors[0]) throw new ApiError('invalid_request', errors[0].msg, { errors })
}
