import { type SpendingReport, spendingOf } from '@x-md/core/money/spending.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { deliver } from '../deliver.ts'
import { type Io, say } from '../io.ts'
import { openContext } from '../open-context.ts'
import { columns } from '../table.ts'
import { UsageError } from '../usage-error.ts'

const MAX_DAYS = 400

export function addSpend(program: Command, io: Io): void {
  program
    .command('spend')
    .summary('show what the X API has cost, and what is left of the budget')
    .description(
      'Shows what calls in the name of the account whose keys are set have cost, by day and by tool. Days and months are those of UTC, as on X’s bill.',
    )
    .option('--days <count>', `how many days to look back, up to ${MAX_DAYS}`, parseDays, 7)
    .option('--json', 'as JSON')
    .option('--sandbox', 'show what a built-in sandbox charges for a read, instead of what was spent')
    .addHelpText(
      'after',
      `
Examples:
  $ x-md spend
  $ x-md spend --days 30 --json
  $ x-md spend --sandbox     # how it looks, without an account`,
    )
    .action(async (flags: { days: number; json?: true; sandbox?: true }) => {
      const { context, close } = await openContext({
        env: io.env,
        sandbox: flags.sandbox === true,
        quiet: true,
        durable: true,
      })
      try {
        if (!context.x) {
          throw new UsageError(
            'No account is set up: set X_API_KEY, X_API_KEY_SECRET, X_ACCESS_TOKEN and X_ACCESS_TOKEN_SECRET, whose spending is meant.',
          )
        }
        if (flags.sandbox) {
          say(io, 'A sandbox has spent nothing yet, so its account reads its own profile twice.')
          const { usersMe } = await import('@x-md/core/operations/x/users/me.ts')
          for (let time = 0; time < 2; time++) await usersMe.run({}, context)
        }
        const report = await spendingOf(context.x.ledger, context.now(), flags.days)
        await deliver(io, flags.json ? { json: report } : { text: written(report, flags.days) }, undefined)
      } finally {
        await close()
      }
    })
}

function parseDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > MAX_DAYS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_DAYS}.`)
  return days
}

function written({ today, this_month, days, by_tool, unsettled }: SpendingReport, count: number): string {
  const sums = columns([
    ['Today', today.day, usd(today.usd), budget(today)],
    ['This month', this_month.month, usd(this_month.usd), budget(this_month)],
  ])
  if (by_tool.length === 0) {
    return `${sums}\n\n${count === 1 ? 'Nothing was called today.' : `Nothing was called in ${count} days.`}`
  }
  return [
    sums,
    ...(count > 1 ? [columns(days.map(({ day, calls, usd: cost }) => [day, called(calls), usd(cost)]))] : []),
    columns(by_tool.map(({ tool, calls, usd: cost }) => [tool, called(calls), usd(cost)])),
    ...(unsettled.calls > 0
      ? [
          `${called(unsettled.calls)} had no answer; ${usd(unsettled.usd)} of this is the worst that they can have cost.`,
        ]
      : []),
  ].join('\n\n')
}

function called(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`
}

function usd(amount: number): string {
  return `$${amount.toFixed(3)}`
}

function budget({ budget: whole, left }: { budget?: number; left?: number }): string {
  return whole === undefined || left === undefined ? 'no budget' : `of ${usd(whole)}, ${usd(left)} left`
}
