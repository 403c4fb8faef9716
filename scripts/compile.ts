import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function compile(sources: Record<string, string>): string {
  const folder = mkdtempSync('.compile-')
  try {
    symlinkSync('../node_modules', join(folder, 'node_modules'))
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../tsconfig.base.json', include: ['*.ts'] }),
    )
    const known = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types/refused.tsbuildinfo']
    // A second checker would only compute the same types again.
    const tsc = ['node_modules/typescript/bin/tsc', '-p', folder, '--checkers', '1', ...known]
    return spawnSync(process.execPath, tsc, { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
