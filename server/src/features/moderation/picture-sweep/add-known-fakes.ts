import { OPERATOR, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { insertListed } from './listed-pictures.sql.ts'
import { parseKnownFakes } from './rules.ts'

/**
 * Adds the fingerprints of a file to the list of known fakes, all or none. Those already on it are unchanged, so a file
 * can be added again after it has grown.
 */
export async function addKnownFakes(
  context: Parameters<typeof unitOfWork>[0],
  { name, text }: { name: string; text: string },
): Promise<{ added: number; known: number }> {
  const { entries, problems } = parseKnownFakes(text, name)
  if (problems.length > 0) throw new Error(['Nothing was added.', ...problems].join('\n'))
  return unitOfWork(context, OPERATOR, async (work) => {
    const added = await insertListed(work.tx, entries, { by: null, at: work.now })
    if (added > 0) await audit(work, { action: 'listed-pictures.added', reason: name, details: { added } })
    return { added, known: entries.length - added }
  })
}
