import {
  type AttachmentKind,
  type CaseFacts,
  type CaseRecord,
  type Outcome,
  type RefusalCode,
  type ReviewDecision,
  type State,
} from '@evict/case-model';
import { setAsksFirst, setAttorneyVerified } from '@evict/store/attorneys';
import type { CommandText } from '@evict/store/cases';
import type { CommandResult } from '@evict/temporal';
import { dayMs, endNoticePeriod, letPass } from '@evict/local';
import { expect } from 'vitest';
import { failMail } from '../e2e/support/failed-mail.ts';
import { pdf } from '../e2e/support/grounds.ts';
import { type Attorney, liveWorld, reaches } from '../e2e/support/live-case.ts';
import type { Operation } from '../e2e/support/operate.ts';
import { inLiveMode } from '../e2e/support/live.ts';
import { isSettled } from '../e2e/support/live-model.ts';
import type { File } from '../e2e/support/service.ts';
import { skipToTimer } from '../e2e/support/skip-time.ts';
import type { Service, Story } from './story.ts';

/** What happens to a live case. The attorney is the newest one, licensed where the property is. */
export type Act =
  | { does: 'submit' | 'withdraw' | 'report_cure' | 'join' | 'assign' | 'withdraw_idle' | 'restore' }
  /** The attorney is asked first from now on; or accepts the case that waits for that. */
  | { does: 'ask_first' | 'accept' }
  /** A mail about the case has exhausted its retries; or the attorney is no longer eligible. */
  | { does: 'fail_mail' | 'lapse' }
  /** Time passes until what the case waits for is due: the end of its period, a retry, or its daily check. */
  | { does: 'pass' }
  | { does: 'edit'; facts: Partial<CaseFacts> }
  | { does: 'upload'; filename: string }
  | { does: 'review'; decision: ReviewDecision; notes: string }
  | { does: 'report'; outcome: Outcome }
  | {
      does: 'operate';
      command: Operation | ((record: CaseRecord) => Operation);
      text?: CommandText;
      refused?: RefusalCode;
    }
  /** What the attorney reports over HTTP, below the path of the case. */
  | { does: 'casework'; path: string; body?: object }
  /** `replaces`: what was attached last. */
  | { does: 'attach'; as: AttachmentKind; filename: string; replaces?: true }
  /** The first step fails this many times. */
  | { does: 'fail'; times: number };

interface LiveStory {
  name: string;
  facts: CaseFacts;
  evidence?: readonly File[];
  acts: readonly Act[];
  endsIn: State;
}

/** A story of a live case: customer and attorneys send theirs over HTTP, operators as their command line does. */
export function liveStory(story: LiveStory): Story {
  const { name, endsIn, facts, acts, evidence = [] } = story;
  const tenantData = [facts, acts, evidence.map(({ filename }) => filename)];
  return { name, endsIn, tenantData, play: (service) => play(service, story) };
}

async function play(service: Service, story: LiveStory): Promise<string> {
  const { stack } = service;
  const { cases, store } = stack;
  const { attorney, operate, attach } = liveWorld(service);
  const account = await service.signUp();
  const customer = inLiveMode(service, account);
  const { id } = await customer.create(story.facts);
  for (const file of story.evidence ?? []) await customer.upload(id, file);
  const ref = { caseId: id, organizationId: account.organizationId, mode: 'live' } as const;
  const attached: string[] = [];
  let newest: Attorney | null = null;

  for (const act of story.acts) await perform(act);
  return id;

  async function perform(act: Act): Promise<unknown> {
    switch (act.does) {
      case 'submit':
        return customer.submit(id);
      case 'withdraw':
        return customer.withdraw(id);
      case 'report_cure':
        return customer.reportCure(id);
      case 'edit':
        return customer.edit(id, act.facts);
      case 'upload':
        await customer.upload(id, { filename: act.filename, bytes: pdf(act.filename) });
        return settled();
      case 'join':
        newest = await attorney({ states: [story.facts.property.state] });
        return newest;
      case 'review':
        return review(act);
      case 'report':
        expect((await theAttorney().outcome(id, act.outcome)).status).toBe(200);
        return;
      case 'operate':
        return expectResponse(await operate(ref, await commandOf(act.command), act.text), act.refused);
      case 'casework': {
        const path = `/v1/attorney/cases/${id}/${act.path}`;
        expect((await theAttorney().send('POST', path, { body: act.body })).status).toBe(200);
        return;
      }
      case 'attach': {
        const { as, filename, replaces } = act;
        const { result, document } = await attach(ref, as, { filename, replaces: replaces ? attached.slice(-1) : [] });
        expectResponse(result);
        return attached.push(document.id);
      }
      case 'assign':
        return expectResponse(await operate(ref, { kind: 'assign', attorneyId: theAttorney().id, eligible: true }));
      case 'ask_first':
        return setAsksFirst(store, theAttorney().id, true);
      case 'accept':
        await reaches(customer, id, 'attorney_assigned');
        expect((await theAttorney().send('POST', `/v1/attorney/cases/${id}/accept`)).status).toBe(200);
        return;
      case 'withdraw_idle':
        await store.pool.query(`UPDATE "Case" SET "updatedAt" = now() - interval '180 days' WHERE id = $1`, [id]);
        return expectResponse(await cases.withdrawIdle(ref));
      case 'restore':
        return restore();
      case 'lapse':
        return setAttorneyVerified(store, theAttorney().id, false);
      case 'fail_mail':
        await cases.notifyMailFailed(id, await failMail(store, id));
        return expect.poll(async () => (await row()).record.mailFailed).toBe(true);
      case 'fail':
        await expect.poll(failures).toBeGreaterThan(0);
        for (let times = await failures(); times < act.times; times += 1) {
          await letPass(stack, ref, dayMs);
          await expect.poll(failures).toBe(times + 1);
        }
        return;
      case 'pass':
        return pass((await row()).record);
    }
  }

  async function commandOf(command: Operation | ((record: CaseRecord) => Operation)): Promise<Operation> {
    return typeof command === 'function' ? command((await row()).record) : command;
  }

  function pass({ state, failure }: CaseRecord): Promise<void> {
    if (failure) return letPass(stack, ref, dayMs);
    return state === 'cure_period' ? endNoticePeriod(stack, ref) : skipToTimer(stack, ref);
  }

  function theAttorney(): Attorney {
    if (!newest) throw new Error(`${story.name}: no attorney has joined`);
    return newest;
  }

  async function review({ decision, notes }: Extract<Act, { does: 'review' }>): Promise<void> {
    await reaches(customer, id, /_review$/);
    await settled();
    const documents = decision === 'approve' ? (await theAttorney().read(id)).documents : [];
    const hashes = documents.map(({ contentHash }: { contentHash: string }) => contentHash);
    expect((await theAttorney().review(id, decision, hashes, notes)).status).toBe(200);
  }

  /** The case knows every upload and has the summary under review. */
  async function settled(): Promise<void> {
    const look = async () => {
      const { record, factsVersion } = await row();
      return isSettled(record) && record.factsVersion === factsVersion;
    };
    await expect.poll(look).toBe(true);
  }

  /** Temporal has lost the process, which is restarted from the record. */
  async function restore(): Promise<void> {
    const { record } = await row();
    await stack.client.workflow.getHandle(id).terminate('lost');
    expect(await stack.processes.restore({ ...ref, record }, 'terminated')).toBe(true);
    expect(await stack.processes.notifyBehind(id)).toBe(true);
  }

  async function row() {
    const found = await store.prisma.case.findUniqueOrThrow({ where: { id } });
    return { ...found, record: found.record as unknown as CaseRecord };
  }

  function failures(): Promise<number> {
    return store.prisma.caseEvent.count({ where: { caseId: id, action: 'job_failed' } });
  }
}

function expectResponse(response: CommandResult, refused?: RefusalCode): void {
  expect(response).toEqual(refused ? { ok: false, code: refused } : { ok: true });
}
