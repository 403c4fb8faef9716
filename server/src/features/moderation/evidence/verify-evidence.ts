import type { FrozenContent } from '@kindred/contract'
import { plural } from '../../../infra/words.ts'
import type { Deps } from '../../../deps.ts'
import { latestDetails } from '../../operations/index.ts'
import { type Link, problemIn, sha256 } from './chain.ts'
import { findLinksAfter, findUnsealed } from './evidence.sql.ts'
import { copyOf, copyOfVoice, voicesIn } from './gather-evidence.ts'
import { FROZEN } from './seal-evidence.ts'
import { readSealed } from './stored.ts'

type Checking = Pick<Deps, 'db' | 'storage'>
export type Verdict = { checked: number; deleted: number; copies: number; head: string; problem: string | null }

function copiesIn(id: string, content: FrozenContent) {
  const all = [
    ...content.pictures.map(({ publicId, sha256: hash }) => ({
      name: `picture ${publicId}`,
      at: copyOf(id, publicId),
      hash,
    })),
    ...voicesIn(content).map(({ fileId, sha256: hash }) => ({
      name: `voice note ${fileId}`,
      at: copyOfVoice(id, fileId),
      hash,
    })),
  ]
  return all.filter(({ hash }) => hash !== null)
}

async function checkCopies({ storage }: Checking, { id, content }: Link): Promise<number | string> {
  if (content === null) return 0
  const copies = copiesIn(id, readSealed(content))
  for (const { name, at, hash } of copies) {
    const file = await storage.get(at)
    if (!file) return `The copy of ${name} of evidence ${id} is missing.`
    if (sha256(file) !== hash) return `The copy of ${name} of evidence ${id} was changed.`
  }
  return copies.length
}

/**
 * Recomputes the whole chain, to the end or to the first problem. `earlierHead` was kept outside the database, and must
 * be in the chain, like the last head in the audit log.
 */
export async function verifyEvidence(context: Checking, earlierHead?: string): Promise<Verdict> {
  const { db } = context
  // Read before the chain, which may grow during the check.
  const noted = (await latestDetails(db, FROZEN))?.['head']
  const missing = new Set(
    [earlierHead, typeof noted === 'string' ? noted : undefined].filter((head) => head !== undefined),
  )
  const verdict: Verdict = { checked: 0, deleted: 0, copies: 0, head: '0:', problem: null }
  let previous = ''
  for (let links = await findLinksAfter(db, 0); links.length > 0; links = await findLinksAfter(db, verdict.checked))
    for (const link of links) {
      const problem = problemIn(link, verdict.checked + 1, previous)
      if (problem) return { ...verdict, problem }
      const copies = await checkCopies(context, link)
      if (typeof copies === 'string') return { ...verdict, problem: copies }
      verdict.checked++
      verdict.copies += copies
      if (link.content === null) verdict.deleted++
      previous = link.hash
      verdict.head = `${verdict.checked}:${previous}`
      missing.delete(verdict.head)
    }
  const unsealed = await findUnsealed(db)
  const [lost] = missing
  if (unsealed) return { ...verdict, problem: `The evidence ${unsealed} is missing, but its content is still there.` }
  return lost ? { ...verdict, problem: `Evidence was cut off or rewritten: its head used to be ${lost}.` } : verdict
}

export async function verifyEvidenceChain(context: Checking, earlierHead?: string): Promise<string> {
  const { checked, deleted, copies, head, problem } = await verifyEvidence(context, earlierHead)
  const rows = plural(checked, { one: '# report', other: '# reports' })
  if (problem) throw new Error(`${problem}\nChecked the evidence of ${rows} before it.`)
  const files = plural(copies, { one: '# picture or voice note', other: '# pictures and voice notes' })
  return (
    `Checked the evidence of ${rows} with ${files} and found no problems. ` +
    `${deleted} of them were past their retention.\nHead: ${head}`
  )
}
