export { bedrockChat } from '../../shared/adapters/aws/bedrock-chat.ts';
