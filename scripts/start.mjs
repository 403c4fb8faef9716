// npm start: from a fresh clone to a running Kindred.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment, install, modernNode, root, stop } from './prepare.mjs'
import { run } from './run.mjs'

install()
if (existsSync(join(root, 'scripts', 'build-web.ts'))) {
  const node = modernNode()
  const { status } = spawnSync(node, [join(root, 'scripts', 'build-web.ts'), '--if-stale'], {
    cwd: root,
    env: childEnvironment(node),
    stdio: 'inherit',
  })
  if (status !== 0) stop('The web app couldn’t be built. See the messages above.')
}
run('server/src/main.ts')
