const DOMAINS: Readonly<Record<string, string>> = {
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
};

export function consolePage(executionArn: string): string {
  const [, partition = 'aws', , region = ''] = executionArn.split(':');
  const domain = DOMAINS[partition] ?? `${region}.console.aws.amazon.com`;
  return `https://${domain}/states/home?region=${region}#/v2/executions/details/${executionArn}`;
}
