import { readOperatorEnv } from './read-operator-env.ts'
import { run } from './run.ts'
import { runOperatorCommand } from './run-operator-command.ts'

await runOperatorCommand(() => run(readOperatorEnv()))
