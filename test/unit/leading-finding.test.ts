import { decided, notComputable, type Trial } from '../../shared/core/findings/finding.ts';
import { leading } from '../../shared/core/findings/leading.ts';

const found = (attack: string, lift: number, reach: number): Trial =>
  decided(attack, null, 'said', {
    people: 9,
    coverage: 1,
    figure: 'told',
    value: 0.5,
    overBaseline: { lift, low: lift - reach, high: lift + reach },
  });
const any = (): boolean => true;

test('what surely tells most leads, however far another may reach', () => {
  expect(leading([found('a', 0.1, 0.05), found('b', 0.2, 0.05), found('c', 0.3, 0.4)], any)).toBe(1);
});

test('where nothing surely tells, what may tell most leads: nothing else can say that nothing is told', () => {
  expect(leading([found('narrow', 0.002, 0.03), found('open', 0.05, 0.06), found('worse', -0.2, 0.1)], any)).toBe(1);
});

test('what may not lead, or cannot say, does not', () => {
  const findings = [notComputable('a', null, 'no original'), found('scoring', 0.5, 0.1), found('b', 0, 0.1)];
  expect(leading(findings, (attack) => attack !== 'scoring')).toBe(2);
  expect(leading(findings.slice(0, 1), any)).toBeNull();
});
