import { Trans } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Note } from '../../ui/pieces.tsx'

/** Takes the place of the message field until someone has shown their age. */
export default function AgeFirst() {
  return (
    <div className="px-6 pt-3 pb-5 phone:px-3">
      <Note>
        <Trans>
          Before you write here, please <Link to={paths.age}>show that you’re 18 or older</Link>.
        </Trans>
      </Note>
    </div>
  )
}
